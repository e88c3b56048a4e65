/** The form as it starts, before the program says what is usual. */
export const nothingSent = {
  FirstName: '',
  LastName: '',
  MobileNumber: '',
  EmailAddress: '',
  InitialCardValue: 0 as number | '',
  OfferExpiryDate: '' as string,
  PlasticExpiryDate: null as string | null,
  CustomInvitationSMSMessageBodyFormat: '',
}
export type SendValues = typeof nothingSent
