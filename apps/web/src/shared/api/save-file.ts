/** Saves a loaded file under a name, as a link with `download` does. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser opens the address only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
