/**
 * Copies a text; false when the browser refuses. Browsers block the clipboard API without TLS, but
 * selected text can still be copied, if it is inside the open dialog.
 */
export async function copyText(text: string, within: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement
    const box = document.createElement('textarea')
    box.value = text
    box.className = 'sr-only'
    within.append(box)
    box.select()
    const copied = document.execCommand('copy')
    box.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
