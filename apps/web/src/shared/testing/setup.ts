// Setup of every web test. Raises the wait timeout: one second is too short on a busy machine, and
// a longer one only slows tests that fail.
import { onThisMachine } from '@kirim/testing/test-run'
import { vi } from 'vitest'

// Sonner shows and removes toasts by animation.
vi.mock('sonner', () => import('./fake-sonner.tsx'))

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: onThisMachine(20_000) })
  // Preloads lazy parts, as on a page that has been idle.
  const { menuParts } = await import('#shared/ui/menu.tsx')
  const { selectList } = await import('#shared/ui/select.tsx')
  await Promise.all([menuParts.load(), selectList.load()])
}
