const isIn = ({ target }: Event, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** When a dialog stays open although Escape or a press outside would close it. */
export const dialogEvents = {
  /** A part marked `data-own-escape` closes something of its own first. */
  onEscapeKeyDown(event: Event): void {
    if (isIn(event, '[data-own-escape]')) event.preventDefault()
  },
  /** A press on a toast is none outside the dialog. */
  onInteractOutside(event: Event): void {
    if (isIn(event, '[data-sonner-toaster]')) event.preventDefault()
  },
}
