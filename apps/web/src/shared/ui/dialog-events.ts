const isIn = ({ target }: Event, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** Radix handlers that keep a dialog open. */
export const dialogEvents = {
  /** Escape first closes a part marked `data-own-escape`. */
  onEscapeKeyDown(event: Event): void {
    if (isIn(event, '[data-own-escape]')) event.preventDefault()
  },
  /** A press on a toast does not count as outside the dialog. */
  onInteractOutside(event: Event): void {
    if (isIn(event, '[data-sonner-toaster]')) event.preventDefault()
  },
}
