import { Bookmark } from 'lucide-react'
import { MenuItem } from '#shared/ui/menu.tsx'
import type { ChatSelection } from '../chat-queries.ts'
import { useSavedViews } from './view-queries.ts'

/** The saved views, in a menu. */
export function SavedViews({ onShow }: { onShow: (saved: ChatSelection) => void }) {
  return useSavedViews().map((saved) => (
    <MenuItem key={saved.id} icon={Bookmark} onSelect={() => onShow(saved)}>
      <span className="truncate">{saved.name}</span>
    </MenuItem>
  ))
}
