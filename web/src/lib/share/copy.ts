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
  // Beside what has the focus: inside an open dialog nothing else can be selected.
  const focused = document.activeElement
  ;(focused?.parentElement ?? document.body).append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}
