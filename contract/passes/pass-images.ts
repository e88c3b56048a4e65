import { z } from 'zod'

/** The pictures of a pass, each with the size in pixels it is resized to. */
export const passImages = {
  AppleIcon: { label: 'Icon', width: 32, height: 32, wallet: 'apple', fit: 'contain', isNeeded: true },
  AppleIcon2X: {
    label: 'Icon Hi-Res',
    width: 64,
    height: 64,
    wallet: 'apple',
    fit: 'contain',
    isNeeded: true,
  },
  AppleLogo: { label: 'Logo', width: 200, height: 200, wallet: 'apple', fit: 'contain', isNeeded: true },
  AppleLogo2X: {
    label: 'Logo Hi-Res',
    width: 400,
    height: 400,
    wallet: 'apple',
    fit: 'contain',
    isNeeded: true,
  },
  AppleStrip: { label: 'Strip', width: 300, height: 150, wallet: 'apple', fit: 'cover', isNeeded: false },
  AppleStrip2X: {
    label: 'Strip Hi-Res',
    width: 600,
    height: 300,
    wallet: 'apple',
    fit: 'cover',
    isNeeded: false,
  },
  GoogleProgramLogo: {
    label: 'Logo',
    width: 300,
    height: 200,
    wallet: 'google',
    fit: 'contain',
    isNeeded: false,
  },
  GoogleHeroImage: {
    label: 'Hero (Strip)',
    width: 600,
    height: 200,
    wallet: 'google',
    fit: 'cover',
    isNeeded: false,
  },
} as const satisfies Record<string, PassImageSize>

type PassImageSize = {
  readonly label: string
  readonly width: number
  readonly height: number
  readonly wallet: 'apple' | 'google'
  /** Whether a picture of other proportions is cut to fill the size, or shown whole within it. */
  readonly fit: 'cover' | 'contain'
  /** True where it can be replaced but not removed. */
  readonly isNeeded: boolean
}

export type PassImageType = keyof typeof passImages
export const passImageTypes = Object.keys(passImages) as [PassImageType, ...PassImageType[]]

/** Why a design without one can't be saved there. */
export const googleNeedsLogo = 'Google Wallet needs a logo.'

/** A picture may have this many bytes as it is uploaded. */
export const largestPassImageBytes = 2 * 1024 * 1024

/** Where a picture of a pass is. The address names its content: another picture has another. */
export const PassImage = z.object({ imageType: z.enum(passImageTypes), Url: z.string() })
export type PassImage = z.infer<typeof PassImage>

/** Where each picture is that a pass has. */
export type PassImageUrls = Partial<Record<PassImageType, string>>
