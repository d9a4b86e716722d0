import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAppInfo } from '#shared/api/app-info.ts'
import { useAddress } from '#shared/routing/address.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { isLinked } from './navigation.ts'

/** Shown on every page while the server runs on the sandbox network. */
export function SandboxBanner() {
  const { t } = useTranslation()
  const { pathname } = useAddress()
  const { current } = useWorkspaces()
  const info = useAppInfo()
  if (info?.network !== 'sandbox') return null
  return (
    <aside aria-label={t('Sandbox')} className="border-b border-dashed border-input bg-background">
      <div className="mx-auto flex min-h-9 max-w-[1200px] items-center gap-2 px-4 py-1 text-caption sm:gap-2.5 sm:px-6">
        <Badge tone="warning" icon={FlaskConical}>
          Sandbox
        </Badge>
        <p className="min-w-0 flex-1 text-muted-foreground max-sm:text-xs sm:truncate">
          <span className="max-sm:hidden">{t('Phones and chats here are virtual.')} </span>
          {t('Nothing reaches WhatsApp.')}
        </p>
        {pathname !== '/sandbox' && isLinked('/sandbox', current) && (
          <Link
            to="/sandbox"
            className="font-medium whitespace-nowrap underline decoration-input underline-offset-4 hover:decoration-current"
          >
            {t('Sandbox phone')}
          </Link>
        )}
      </div>
    </aside>
  )
}
