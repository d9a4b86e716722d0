import { type ComponentType, createContext } from 'react'

export interface EditorExtrasProps {
  /** The current text of the editor. */
  text: string
  /** Replaces the text; the editor can undo it. */
  onUse: (text: string) => void
}

/** A component shown at the foot of each message editor inside the provider. */
export const EditorExtras = createContext<ComponentType<EditorExtrasProps> | null>(null)
