import { QueryClientProvider } from '@tanstack/react-query'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router/dom'
import { AuthProvider } from '#features/accounts/auth-provider.tsx'
import { createQueryClient } from '#shared/api/query.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { useLanguageOfOtherTabs } from '#shared/i18n/language.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { TooltipProvider } from '#shared/ui/tooltip.tsx'
import { useFocusKeeper } from '#shared/ui/use-focus-keeper.ts'
import { createRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createRouter()

export function App() {
  useFocusKeeper()
  useLanguageOfOtherTabs()
  return (
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <AuthProvider>
            <TooltipProvider delayDuration={300}>
              <RouterProvider router={router} />
            </TooltipProvider>
          </AuthProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </I18nextProvider>
  )
}
