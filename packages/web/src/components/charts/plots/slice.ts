export interface Slice {
  name: string;
  count: number;
  /** CSS colour. */
  color: string;
  /** Lines over the colour, so that network and URLs differ without colour. */
  isHatched: boolean;
}
