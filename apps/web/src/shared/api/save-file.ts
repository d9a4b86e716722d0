/** Saves a file under a name, like a link with `download`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the object URL only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
