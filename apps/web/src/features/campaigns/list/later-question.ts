import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'

/** Loaded when the page is idle: most visits ask nothing. */
export const LaterQuestion = lazyDialog(
  async () => (await import('./campaign-question.tsx')).CampaignQuestion,
  ({ actions }) => actions.asked !== null,
)
