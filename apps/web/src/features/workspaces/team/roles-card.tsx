import { ROLE_NAMES, type RoleName, roles } from '@kirim/contract/roles'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader, CardSection } from '#shared/ui/card.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { type Deed, type DeedAnswer, deedAnswer, deeds } from './role-deeds.ts'

/** What each role may do; all columns stay on phones. */
export function RolesCard() {
  const { t } = useTranslation()
  return (
    <Card aria-labelledby="roles" className="min-w-0">
      <CardHeader
        id="roles"
        className="max-sm:px-4"
        title={t('What each role may do')}
        description={t('Which chats a person sees is set separately, in the table above')}
      />
      <Table aria-labelledby="roles">
        <TableHead>
          <tr>
            <td />
            {ROLE_NAMES.map((role) => (
              <Th key={role} className="px-2 last:pr-5 max-sm:px-1 max-sm:last:pr-3">
                {t(roles[role].name)}
              </Th>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {deeds.map((deed) => (
            <DeedRow key={deed.text} deed={deed} />
          ))}
        </tbody>
      </Table>
      <CardSection className="text-caption text-muted-foreground max-sm:px-4">
        {t('Managers cannot change owners. View means without changes and exports.')}
      </CardSection>
    </Card>
  )
}

function DeedRow({ deed }: { deed: Deed }) {
  const { t } = useTranslation()
  return (
    <TableRow className="h-10 text-caption">
      <th scope="row" className="py-2 pr-2 pl-5 text-left font-normal max-sm:pl-4">
        {t(deed.text)}
      </th>
      {ROLE_NAMES.map((role: RoleName) => (
        <Td
          key={role}
          className="w-[15%] px-2 py-2 last:pr-5 max-sm:w-auto max-sm:px-1 max-sm:last:pr-3"
        >
          <Answer answer={deedAnswer(role, deed)} />
        </Td>
      ))}
    </TableRow>
  )
}

function Answer({ answer }: { answer: DeedAnswer }) {
  const { t } = useTranslation()
  if (answer === 'view') return t('view')
  if (answer === 'some') return t('in part')
  if (answer === 'yes') {
    return (
      <>
        <Check aria-hidden="true" className="size-4 stroke-2 text-success" />
        <span className="sr-only">{t('Yes')}</span>
      </>
    )
  }
  return (
    <>
      <span aria-hidden="true" className="text-muted-foreground">
        –
      </span>
      <span className="sr-only">{t('No')}</span>
    </>
  )
}
