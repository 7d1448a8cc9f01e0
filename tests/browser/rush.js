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
  const version = Number(screen().dataset.version)
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
    if (!target) throw new Error(`expected something to press; got ${document.querySelector('.screen').innerText}`)
    click(target)
    await until(gone)
    return version + 1
  }

  // A turn in which nothing is left to do ends by itself, perhaps just now.
  await until(() => ready() || gone())
  if (gone()) return version + 1
  for (let guests = 0; guests < 2; guests += 1) if (!(await seatOne())) break
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
