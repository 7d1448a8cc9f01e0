/** Copies a text; whether it worked. A page that came over plain HTTP, as in a home network, has no clipboard but the old one. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOld(text)
  }
}

function copyOld(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.cssText = 'position: fixed; opacity: 0'
  // Inside an open dialog nothing else can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  const focused = document.activeElement
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
