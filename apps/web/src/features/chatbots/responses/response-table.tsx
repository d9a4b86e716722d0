import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import { kindLabelOf, kindTexts } from '@kirim/contract/message-kinds'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { PersonNumber } from '#shared/ui/person-number.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { ItemLink } from '../item-link.tsx'

interface ResponseTableProps {
  deviceId: string
  responses: readonly SavedResponse[]
}

/** Five columns; on phones the response's cell includes sender, item and time. */
export function ResponseTable({ deviceId, responses }: ResponseTableProps) {
  const { t } = useTranslation()
  return (
    <Table aria-labelledby="responses" className="table-fixed">
      <TableHead sticky>
        <tr>
          <Th className="w-40 max-md:hidden">{t('Name')}</Th>
          <Th className="w-40 max-md:hidden">{t('Phone Number')}</Th>
          <Th>{t('Response')}</Th>
          <Th className="w-44 max-md:hidden">{t('Item')}</Th>
          <Th className="w-48 max-md:hidden">{t('When')}</Th>
        </tr>
      </TableHead>
      <tbody>
        {responses.map((response) => (
          <ResponseRow key={response.id} deviceId={deviceId} response={response} />
        ))}
      </tbody>
    </Table>
  )
}

function ResponseRow({ deviceId, response }: { deviceId: string; response: SavedResponse }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const { itemId, itemName, name, kind, text, at } = response
  const kindLabel = kindLabelOf(kind, text)
  const item = itemId ? (
    <ItemLink deviceId={deviceId} itemId={itemId} className="underline underline-offset-2">
      {itemName}
    </ItemLink>
  ) : (
    itemName
  )
  const itemInShort = (
    <p title={itemName} className="line-clamp-2">
      {item}
    </p>
  )
  const when = <time dateTime={at}>{dateTime(at)}</time>
  return (
    <TableRow>
      <Td className="align-top font-medium wrap-anywhere max-md:hidden">{name || t('No name')}</Td>
      <Td className="tnum align-top wrap-anywhere text-muted-foreground max-md:hidden">
        <PersonNumber person={response} />
      </Td>
      <Td className="align-top">
        {kindLabel && <p className="text-muted-foreground">{t(kindTexts[kindLabel])}</p>}
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        <div className="mt-1 text-caption wrap-anywhere text-muted-foreground md:hidden">
          <p className="tnum">
            {name && `${name}, `}
            <PersonNumber person={response} />
          </p>
          {itemInShort}
          <p>{when}</p>
        </div>
      </Td>
      <Td className="align-top wrap-anywhere max-md:hidden">{itemInShort}</Td>
      <Td className="align-top text-caption text-muted-foreground max-md:hidden">{when}</Td>
    </TableRow>
  )
}
