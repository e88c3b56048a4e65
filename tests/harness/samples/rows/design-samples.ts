import { newPassDocument } from '#contract/passes/new-pass.ts'
import { sampleDot } from '#tests/samples/sample-records.ts'

/** The part of `samples` that is of the designs of passes. */
export const designSamples = {
  listPassConfigurations: {},
  createPassConfiguration: { body: { DisplayName: 'Sample pass' } },
  duplicatePassConfiguration: { body: { DisplayName: 'Sample copy' } },
  getPassConfiguration: {},
  updatePassConfiguration: { body: { ...newPassDocument('Sample pass'), Version: 1 } },
  retirePassConfiguration: {},
  restorePassConfiguration: {},
  deletePassConfiguration: {},
  getPassReach: {},
  getPassImage: { params: { imageType: 'AppleIcon' as const } },
  setPassImage: {
    params: { imageType: 'AppleStrip' as const },
    body: { imageData: new File([sampleDot], 'sample.png', { type: 'image/png' }) },
  },
  removePassImage: { params: { imageType: 'AppleStrip' as const } },
  listPassTokens: {},
  listLongestPassValues: {},
}
