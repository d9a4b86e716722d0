import { useEffect, useEffectEvent } from 'react'

interface OpenDialog {
  close: () => void
}

const openDialogs: OpenDialog[] = []

/** Knows a dialog while it is open, so that Escape reaches it past a toast that came later. */
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

/** Asks the dialog opened last to close; false when none is open. */
export function closeTopDialog(): boolean {
  const top = openDialogs.at(-1)
  top?.close()
  return top !== undefined
}
