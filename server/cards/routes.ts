import type { cardClaimsApi } from '#contract/card-claims.ts'
import type { cardIssueApi } from '#contract/card-issue.ts'
import type { cardProgramsApi } from '#contract/card-programs.ts'
import type { cardsApi } from '#contract/cards.ts'
import type { disbursementApi } from '#contract/disbursement.ts'
import type { pointsTransferApi } from '#contract/points-transfer.ts'
import type { Handlers } from '#platform/call.ts'
import { getCardAccountStatus, listCardTransactions, setCardAccountStatus } from './card-account.ts'
import { removeCardArt, setCardArt } from './card-art.ts'
import { listCardHistory } from './card-history.ts'
import { listCards, listMemberCards } from './card-list.ts'
import { createCardProgram, listCardPrograms, retireCardProgram, updateCardProgram } from './card-programs.ts'
import { readCard } from './card-record.ts'
import { freshLink } from './fresh-link.ts'
import { linkByUsedCode, sendCardLink } from './card-link.ts'
import { claimCard, getCardClaim } from './claims.ts'
import {
  deposit,
  exportDisbursementTransactions,
  getDisbursementAccount,
  listDisbursementTransactions,
  setLowBalanceNotice,
} from './disbursement.ts'
import { readHeldCard } from './held-card.ts'
import { getMemberCardModal, issueMemberCard } from './issue-to-member.ts'
import { issueNonMemberCard } from './issue-to-non-member.ts'
import { ledgerIssuer } from './issuer.ts'
import { cancelCard, resendCardInvitation } from './pending-card.ts'
import { getPointsTransferModal, transferPointsToCard } from './points-transfer.ts'

/** The kinds of cards a business issues. */
export const cardProgramRoutes: Handlers<typeof cardProgramsApi> = {
  listCardPrograms,
  createCardProgram,
  updateCardProgram,
  retireCardProgram,
  setCardArt,
  removeCardArt,
}

/** The cards themselves: sent, looked at, turned off and on. */
export const cardRoutes: Handlers<typeof cardsApi & typeof cardIssueApi & typeof pointsTransferApi> = {
  listCards,
  getCard: ({ db, who, params }) => readCard(db, who, params.cardId),
  getCardAccountStatus,
  setCardAccountStatus,
  listCardTransactions,
  resendCardInvitation,
  sendCardLink,
  cancelCard,
  listCardHistory,
  listMemberCards,
  getMemberCardModal,
  issueMemberCard,
  issueNonMemberCard,
  getPointsTransferModal,
  transferPointsToCard,
}

/** What the holder of a code can do, without an account. */
export const cardClaimRoutes: Handlers<typeof cardClaimsApi> = {
  getCardClaim,
  claimCard: (call) => claimCard(call, ledgerIssuer),
  requestCardLink: (call) => freshLink(call, () => linkByUsedCode(call)),
  readHeldCard,
}

/** The account that the money on cards comes from. */
export const disbursementRoutes: Handlers<typeof disbursementApi> = {
  getDisbursementAccount,
  listDisbursementTransactions,
  exportDisbursementTransactions,
  deposit,
  setLowBalanceNotice,
}
