/** What the branding says, apart from other messages: only the settings need it. */
export const brandingMessages = {
  logoUploaded: 'Logo uploaded and optimized successfully!',
  updated: 'Branding updated successfully!',
  updateFailed: (reason: string) => `Failed to update branding: ${reason}`,
  logoDeleted: 'Logo deleted successfully!',
  logoDeleteFailed: (reason: string) => `Failed to delete logo: ${reason}`,
  logoType: 'Please upload a PNG, JPG, JPEG, GIF, or SVG file',
} as const;
