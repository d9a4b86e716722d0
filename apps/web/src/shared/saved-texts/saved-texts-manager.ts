import type { SavedText } from '@kirim/contract/saved-texts'
import { type ComponentType, createContext } from 'react'

export interface SavedTextsManagerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the text that was chosen. */
  onUse: (saved: SavedText) => void
}

/** The dialog in which saved texts are chosen, added and changed; null where there is none. */
export const SavedTextsManager = createContext<ComponentType<SavedTextsManagerProps> | null>(null)
