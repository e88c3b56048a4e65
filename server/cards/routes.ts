import type { cardClaimsApi } from '#contract/cards/card-claims.ts'
import type { cardIssueApi } from '#contract/cards/card-issue.ts'
import type { cardProgramsApi } from '#contract/cards/card-programs.ts'
import type { cardReloadApi } from '#contract/cards/card-reload.ts'
import type { cardsApi } from '#contract/cards/cards.ts'
import type { disbursementApi } from '#contract/cards/disbursement.ts'
import type { heldTransactionsApi } from '#contract/cards/held-transactions.ts'
import type { holderReloadApi } from '#contract/cards/holder-reload.ts'
import type { pointsTransferApi } from '#contract/points/points-transfer.ts'
import type { Handlers } from '#platform/call'
import {
  getCardAccountStatus,
  listCardTransactions,
  setCardAccountStatus,
  listCardHistory,
  readCard,
  ledgerIssuer,
} from '#server/cards/account'
import { claimCard, getCardClaim, listHeldTransactions, readHeldCard } from '#server/cards/claiming'
import {
  deposit,
  exportDisbursementTransactions,
  getDisbursementAccount,
  listDisbursementTransactions,
  setLowBalanceNotice,
} from '#server/cards/disbursement'
import {
  freshLink,
  linkByUsedCode,
  sendCardLink,
  getMemberCardModal,
  issueMemberCard,
  issueNonMemberCard,
  cancelCard,
  resendCardInvitation,
} from '#server/cards/issuing'
import { listCards, listMemberCards } from '#server/cards/lists'
import {
  beginHolderReload,
  listFailedReloadRefunds,
  readHolderReload,
  retryReloadRefund,
  settleReloadRefund,
} from '#server/cards/online'
import {
  removeCardArt,
  setCardArt,
  createCardProgram,
  listCardPrograms,
  retireCardProgram,
  updateCardProgram,
} from '#server/cards/programs'
import { reloadCard } from '#server/cards/reload'
import { getPointsTransferModal, transferPointsToCard } from '#server/cards/transfer'
import type { Surroundings } from '#server/payments'

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
export const cardRoutes: Handlers<
  typeof cardsApi & typeof cardIssueApi & typeof cardReloadApi & typeof pointsTransferApi
> = {
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
  reloadCard,
  listFailedReloadRefunds,
  retryReloadRefund,
  settleReloadRefund,
  getPointsTransferModal,
  transferPointsToCard,
}

/** What the holder of a code can do, without an account. */
export const cardClaimRoutes: Handlers<typeof cardClaimsApi & typeof heldTransactionsApi> = {
  getCardClaim,
  claimCard: (call) => claimCard(call, ledgerIssuer),
  requestCardLink: (call) => freshLink(call, () => linkByUsedCode(call)),
  readHeldCard,
  listHeldTransactions,
}

/** What a holder adds to their card by themselves. */
export function holderReloadRoutes(around: Surroundings): Handlers<typeof holderReloadApi> {
  return {
    beginHolderReload: (call) => beginHolderReload(call, around),
    readHolderReload: (call) => readHolderReload(call, around),
  }
}

/** The account that the money on cards comes from. */
export const disbursementRoutes: Handlers<typeof disbursementApi> = {
  getDisbursementAccount,
  listDisbursementTransactions,
  exportDisbursementTransactions,
  deposit,
  setLowBalanceNotice,
}
