"""A picture of the final café."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.games import play_now
from tests.browser.house import House
from tests.browser.player import Seat

# What is written on the picture, and what the drawing in it carries along.
WATCH = """() => {
  window.written = []
  window.carried = []
  const fill = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
    written.push({ words, font: this.font })
    return fill.call(this, words, ...rest)
  }
  const decode = HTMLImageElement.prototype.decode
  HTMLImageElement.prototype.decode = function () {
    carried.push(decodeURIComponent(this.src))
    return decode.call(this)
  }
}"""


@pytest.mark.parametrize("host", ["cafe.localhost", "127.0.0.1"])
def test_the_final_cafe_is_shared_as_a_picture(sit: Seat, house: House, tmp_path: Path, host: str) -> None:
    """With the address of the replay, unless no other computer can open it."""
    anna = sit(dark=True, address=f"http://{host}:{house.port}")
    anna.page.add_init_script(f"({WATCH})()")
    play_now(anna, "The card game")
    anna.press(anna.button("Settings"))
    anna.press(anna.button("Give up"))
    anna.press(anna.button("Really give up? For you the game ends; a bot plays on"))
    anna.page.get_by_test_id("result").wait_for()
    with anna.page.expect_download() as download:
        anna.press(anna.button("Share a picture"))
    target = tmp_path / download.value.suggested_filename
    download.value.save_as(target)
    expect(anna.page.get_by_role("status").filter(has_text="saved")).to_be_visible()
    data = target.read_bytes()
    assert target.suffix == ".png"
    assert struct.unpack(">II", data[16:24]) == (1200, 1432)
    words = [each["words"] for each in anna.page.evaluate("written")]
    assert re.search("wins|share the win", words[0]), "expected a name; one does not say “you” to others"
    if host != "127.0.0.1":
        assert words.pop() == f"{host}:{house.port}/replay/{anna.page.url.rpartition('/')[2]}"
    assert re.search(r"\b20\d\d\b", words[-1]), "expected the day"
    (drawing,) = anna.page.evaluate("carried")
    assert set(re.findall(r"@font-face ?\{font-family: ?[\"']?(\w+)", drawing)) == {
        "Commissioner",
        "Literata",
    }
    assert "/assets/" not in drawing, "expected everything in the picture; it asks for more"
    colours = anna.page.evaluate(
        """async (bytes) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
          const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
          pen.drawImage(image, 0, 0)
          const { data } = pen.getImageData(40, 236, 1120, 1120)
          const found = new Set()
          for (let at = 0; at < data.length; at += 4) found.add(data.slice(at, at + 3).join())
          return found.size
        }""",
        list(data),
    )
    assert colours > 1000, "expected tables, flags and guests; got next to nothing"


@pytest.mark.parametrize("plain", [False, True], ids=["secure", "plain"])
def test_a_link_is_copied_with_one_tap(sit: Seat, plain: bool) -> None:
    """Also where the page came over plain HTTP, as in a home network, and has no modern clipboard."""
    anna = sit()
    if plain:
        anna.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    else:
        anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.page.goto("/new/friends")
    anna.press(anna.button("Create the game"))
    link = anna.page.get_by_label("Invite friends")
    expect(link).to_have_value(re.compile("/t/"))
    expected = link.input_value()
    anna.press(anna.button("Copy link").first)
    expect(anna.button("Copied")).to_be_visible()
    anna.page.goto("/lobby")
    field = anna.page.get_by_label("A game’s link or code")
    field.press("Control+V")
    expect(field).to_have_value(expected)
