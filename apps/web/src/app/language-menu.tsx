import { ChevronDown, Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { languages, useLanguage } from '#shared/i18n/language.ts'
import { Button } from '#shared/ui/button.tsx'
import { LazyMenu } from '#shared/ui/lazy-menu.tsx'

const items = async () => (await import('./language-items.tsx')).LanguageItems

/** The languages for somebody who has no user menu yet. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { language } = useLanguage()
  return (
    <LazyMenu
      load={items}
      trigger={
        <Button variant="ghost" className="px-2.5">
          <Languages aria-hidden="true" />
          <span className="sr-only">{t('Language')}</span>
          {languages.find(({ value }) => value === language)?.label}
          <ChevronDown
            className="size-3.5! text-muted-foreground max-[359px]:hidden"
            aria-hidden="true"
          />
        </Button>
      }
    />
  )
}
