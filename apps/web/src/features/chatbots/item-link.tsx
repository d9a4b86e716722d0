import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { editAddress } from './addresses.ts'

interface ItemLinkProps {
  deviceId: string
  itemId: string
  className?: string
  children: ReactNode
}

/** The name of an item, which leads to its form for those who may change it. */
export function ItemLink({ deviceId, itemId, className, children }: ItemLinkProps) {
  return (
    <Allowed to="chatbots:write" otherwise={<span className="font-medium">{children}</span>}>
      <Link to={editAddress(deviceId, itemId)} className={className}>
        {children}
      </Link>
    </Allowed>
  )
}
