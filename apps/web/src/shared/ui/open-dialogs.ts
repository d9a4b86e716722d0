import { useEffect, useEffectEvent } from 'react'

interface OpenDialog {
  close: () => void
}

const openDialogs: OpenDialog[] = []

/**
 * Registers a dialog while it is open, so that Escape closes it even when a later toast has taken
 * the key.
 */
export function useOpenDialog(open: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const dialog = { close: () => closeNow() }
    openDialogs.push(dialog)
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
    }
  }, [open])
}

/** Closes the dialog opened last. Returns false when none is open. */
export function closeTopDialog(): boolean {
  const top = openDialogs.at(-1)
  top?.close()
  return top !== undefined
}
