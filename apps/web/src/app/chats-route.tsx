import { ChatsPage } from '#features/chats/chats-page.tsx'
import { SavedTextsManager } from '#shared/saved-texts/saved-texts-manager.ts'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'

const SavedTextsDialog = lazyDialog(
  async () => (await import('#features/saved-texts/saved-texts-dialog.tsx')).SavedTextsDialog,
  ({ open }) => open,
)

/** The chats, with the saved texts that answers begin from. */
export function ChatsRoute() {
  return (
    <SavedTextsManager value={SavedTextsDialog}>
      <ChatsPage />
    </SavedTextsManager>
  )
}
