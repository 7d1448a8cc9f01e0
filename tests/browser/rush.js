// One whole turn by clicks from inside the page: quick enough for whole games of several people.
async () => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const screen = () => document.querySelector('.screen')
  const click = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  const until = (test) =>
    new Promise((resolve) => {
      if (test()) return resolve()
      const watch = new MutationObserver(() => {
        if (!test()) return
        watch.disconnect()
        resolve()
      })
      watch.observe(document, { subtree: true, childList: true, attributes: true })
    })
  const drawn = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)))
  const steps = () => Number(screen()?.dataset.steps)
  const ready = () => screen()?.dataset.ready === 'true'
  // Where the turn before this one ends by itself just now, the device is passed on, and there is no screen.
  const version = Number(screen()?.dataset.version ?? -1)
  const gone = () => !screen() || Number(screen().dataset.version) > version

  async function choose(tile) {
    if (tile.getAttribute('aria-pressed') !== 'true') click(tile)
    await drawn()
  }
  /** Does what one place of the board offers, and waits for what may follow. */
  async function take(offer) {
    const before = steps()
    click(offer)
    await until(() => steps() > before || document.querySelector('[data-nation]'))
    const nation = document.querySelector('[data-nation]')
    if (nation) click(nation)
    await until(() => steps() > before && ready())
  }
  async function seatOne() {
    for (const tile of all('[data-hand][data-useful=true]:enabled')) {
      await choose(tile)
      const offer = document.querySelector('[data-offer]:not([data-offer=bar])')
      if (offer) return take(offer).then(() => true)
    }
    return false
  }
  const button = (key) => document.querySelector(`.actions button[data-key=${key}]:enabled`)
  async function send(target) {
    // The turn before this one has just ended by itself, and the device is passed on.
    if (!target && document.querySelector('.curtain, .drawn')) return version
    if (!target) {
      // Nothing is left to do: the page ends this turn by itself, or something is wrong with it.
      const stuck = new Promise((_, refuse) =>
        setTimeout(() => refuse(new Error(`expected something to press; got ${screen()?.innerText.replaceAll('\n', ', ')}`)), 10_000),
      )
      await Promise.race([until(gone), stuck])
      return version + 1
    }
    click(target)
    // A card drawn where something else could be done is sent like any turn.
    await until(() => gone() || (target.dataset.key === 'd' && button('s')))
    if (!gone()) click(button('s'))
    await until(gone)
    return version + 1
  }

  // A turn in which nothing is left to do ends by itself, perhaps just now.
  await until(() => ready() || gone())
  if (gone()) return version + 1
  // In the card game the second guest may be the one who owes a partner: then a third one is due.
  for (let guests = 0; guests < 2 || (guests < 3 && !button('s')); guests += 1) if (!(await seatOne())) break
  if (button('s')) return send(button('s'))
  for (const tile of all('[data-hand][data-useful=true]:enabled')) {
    if (button('d')) break
    await choose(tile)
    const bar = button('b') ?? document.querySelector('.actions button[data-key=l]:enabled')
    if (!bar) continue
    const before = steps()
    click(bar)
    await until(() => gone() || (steps() > before && ready()))
    return gone() ? version + 1 : send(button('s'))
  }
  return send(button('d') ?? document.querySelector('.actions .main:enabled'))
}
