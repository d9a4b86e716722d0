import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router/dom'
import { AuthProvider } from '#features/accounts/auth-provider.tsx'
import { i18n } from '#shared/i18n/i18n.ts'
import { useLanguageOfOtherTabs } from '#shared/i18n/language.ts'
import { ThemeProvider } from '#shared/theme/theme.tsx'
import { useFocusKeeper } from '#shared/ui/use-focus-keeper.ts'
import { createRouter } from './router.tsx'

const router = createRouter()

export function App() {
  useFocusKeeper()
  useLanguageOfOtherTabs()
  return (
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </ThemeProvider>
    </I18nextProvider>
  )
}
