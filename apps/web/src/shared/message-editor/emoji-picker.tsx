import { cloneElement, useEffect, useState } from 'react'
import { lazyModule } from '#shared/ui/lazy-module.ts'
import type { EmojiPickerProps } from './emoji-grid.tsx'

const grid = lazyModule(() => import('./emoji-grid.tsx'))

/** A button alone, until it is pressed: only then it gets its emoji, which are in sight at once. */
export function EmojiPicker(props: EmojiPickerProps) {
  const [pressed, setPressed] = useState(false)
  const [parts, setParts] = useState(grid.now)
  useEffect(grid.prepare, [])
  if (pressed && parts) return <parts.OpenedEmojiPicker {...props} />
  return cloneElement(props.children, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => {
      setPressed(true)
      // Files that a newer version has replaced: the button does nothing, and a reload mends it.
      if (!parts) grid.load().then(setParts, () => setPressed(false))
    },
  })
}
