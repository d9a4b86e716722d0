import { cloneElement, useEffect, useState } from 'react'
import { lazyModule } from '#shared/ui/lazy-module.ts'
import type { EmojiPickerProps } from './emoji-grid.tsx'

const grid = lazyModule(() => import('./emoji-grid.tsx'))

/** Renders only the button until it is pressed, then loads the emoji grid and opens it. */
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
      // Loading fails after a newer version was deployed: the button does nothing until a reload.
      if (!parts) grid.load().then(setParts, () => setPressed(false))
    },
  })
}
