import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'

/** Loaded when the page is idle, because most visits ask for no confirmation. */
export const LazyCampaignQuestion = lazyDialog(
  async () => (await import('./campaign-question.tsx')).CampaignQuestion,
  ({ actions }) => actions.pending !== null,
)
