"""One person on two devices: the link that carries who one is, and the way back to one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.games import play_now
from tests.browser.player import Seat


def test_a_link_carries_name_and_rooms_once(sit: Seat) -> None:
    anna, phone, late = sit(), sit(phone=True), sit(phone=True)
    anna.page.goto("/")
    anna.page.get_by_label("Your name").fill("Annabel")
    with anna.page.expect_response("**/api/me"):
        anna.page.get_by_label("Your name").blur()
    play_now(anna)
    anna.press(anna.button("Settings"))
    anna.press(anna.button("Make a link"))
    link = anna.page.get_by_label("Link for your other device").input_value()
    expect(anna.page.get_by_label("The link as a QR code")).to_be_visible()
    assert serious_findings(anna.page) == []

    phone.page.goto(link)
    expect(phone.page.get_by_text("Both devices then play as the same person.")).to_be_visible()
    assert serious_findings(phone.page) == []
    phone.press(phone.button("Bring it here"))
    expect(phone.page.get_by_test_id("transferred")).to_contain_text("Annabel")
    phone.press(phone.page.get_by_role("link", name="To the start"))
    expect(phone.page.get_by_label("Your name")).to_have_value("Annabel")
    phone.press(phone.page.locator("a[href*='/t/']").first)
    phone.wait()
    assert phone.page.url == anna.page.url

    late.page.goto(link)
    late.press(late.button("Bring it here"))
    expect(late.page.get_by_role("alert")).to_contain_text("has already been used")
    expect(late.button("Bring it here")).to_have_count(0)

    anna.press(anna.button("Sign out everywhere else"))
    anna.press(anna.button("Are you sure? Only this device will stay signed in"))
    expect(anna.page.get_by_text("Done: only this device is signed in.")).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_contain_text("Another of your devices signed this one out")
    phone.press(phone.page.get_by_role("link", name="To the start"))
    expect(phone.page.get_by_text("Annabel")).to_have_count(0)
    phone.press(phone.button("Play now"))
    phone.wait()
    expect(anna.button("Make a link")).to_be_visible()
    assert serious_findings(anna.page) == []


def test_who_is_somebody_already_is_told_so(sit: Seat) -> None:
    ben = sit()
    play_now(ben)
    ben.page.goto("/transfer/nonsense")
    expect(ben.page.get_by_text("On this device you are")).to_be_visible()
    ben.page.context.set_offline(True)
    ben.press(ben.button("Bring it here"))
    expect(ben.page.get_by_role("alert")).to_contain_text("You are offline")
    ben.page.context.set_offline(False)
    ben.press(ben.button("Bring it here"))
    expect(ben.page.get_by_role("alert")).to_contain_text("Make a new one")


def test_the_first_visit_is_enough_to_come_back_without_a_line(sit: Seat) -> None:
    anna = sit()
    anna.page.goto("/")
    # The page comes into the cache together with all that it has loaded.
    anna.page.evaluate(
        """async () => {
          const cache = await caches.open('cafe-1')
          while (!(await cache.match('/'))) await new Promise((resolve) => setTimeout(resolve, 50))
        }"""
    )
    anna.page.context.set_offline(True)
    anna.page.reload()
    anna.press(anna.button("Play now"))
    expect(anna.page.get_by_role("alert")).to_contain_text("You are offline")
    anna.press(anna.page.get_by_role("link", name="With friends"))
    expect(anna.page.get_by_role("alert")).to_contain_text("You are offline")
