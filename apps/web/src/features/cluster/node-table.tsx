import type { ClusterNode } from '@kirim/contract/cluster'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { LookBadge } from '#shared/ui/look-badge.tsx'
import { Table, TableHead, TableRow, Td, Th } from '#shared/ui/table.tsx'
import { NodeAction } from './node-action.tsx'
import { NodeMemory, NodeTime } from './node-figures.tsx'
import { nodeLooks } from './node-looks.ts'
import { NodeDevices, NodePlace, type NodeRow } from './node-parts.tsx'
import { useNodeTexts } from './use-node-texts.ts'

/** The nodes where there is room for columns. */
export function NodeTable({ rows }: { rows: readonly NodeRow[] }) {
  const { t } = useTranslation()
  const canChange = rows.some(({ change }) => change !== null)
  const narrow = 'px-3 max-sm:px-3'
  return (
    <Table aria-label={t('Nodes')} className="table-fixed">
      <TableHead>
        <tr>
          <Th>{t('Node')}</Th>
          <Th className={cn(narrow, 'w-[218px]')}>{t('Devices')}</Th>
          <Th className={cn(narrow, 'w-[156px]')}>{t('Memory')}</Th>
          <Th className={cn(narrow, 'w-[84px]')}>{t('Version')}</Th>
          <Th end className={cn(narrow, 'w-[104px]')}>
            {t('Event loop')}
          </Th>
          <Th end className={cn(canChange ? narrow : 'pl-3', 'w-[92px]')}>
            {t('Database')}
          </Th>
          {canChange && (
            <Th end className="w-[148px]">
              {t('Actions')}
            </Th>
          )}
        </tr>
      </TableHead>
      <tbody>
        {rows.map(({ node, isOlder, change }) => (
          <TableRow key={node.id}>
            <Td className="py-3">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-medium wrap-anywhere">{node.name}</span>
                <LookBadge look={nodeLooks[node.state]} />
              </p>
              <NodePlace node={node} className="mt-0.5" />
            </Td>
            <Td className={narrow}>
              <Devices node={node} />
            </Td>
            <Td className={narrow}>
              <NodeMemory figures={node.figures} />
            </Td>
            <Td className={cn(narrow, 'wrap-anywhere')}>
              <p>{node.version}</p>
              {isOlder && <p className="text-caption text-warning-ink">{t('older')}</p>}
            </Td>
            <Td end className={narrow}>
              <NodeTime ms={node.figures?.eventLoopMs} />
            </Td>
            <Td end className={canChange ? narrow : 'pl-3'}>
              <NodeTime ms={node.figures?.databaseMs} />
            </Td>
            {canChange && <Td end>{change && <NodeAction node={node} change={change} />}</Td>}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function Devices({ node }: { node: ClusterNode }) {
  const texts = useNodeTexts()
  return (
    <>
      <p className="font-medium">
        <NodeDevices devices={node.devices} />
      </p>
      <p className="tnum text-caption text-muted-foreground">{texts.ofDevices(node)}</p>
    </>
  )
}
