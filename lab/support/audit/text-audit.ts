import type { Page } from 'playwright-core';

/**
 * Unreadable text of the page, one fault per line: text that is cut off without a title, or that overlaps other text or
 * a line.
 */
export const textFaults = (page: Page): Promise<string[]> => page.evaluate(findTextFaults);

/** Runs in the page. */
function findTextFaults(): string[] {
  interface Piece {
    element: Element;
    text: string;
    box: DOMRect;
  }
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

  const isDrawn = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
  const ancestors = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) found.push(at);
    return found;
  };
  /** Whether it floats over the page: fixed while the page scrolls, or a popover. */
  const floats = (element: Element) =>
    ancestors(element).some((one) => {
      const { position, zIndex } = getComputedStyle(one);
      return position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto');
    });
  /** Text for screen readers has a box of one pixel. */
  const isForReaders = (element: Element) =>
    ancestors(element).some((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width <= 1 && height <= 1 && getComputedStyle(one).position === 'absolute';
    });

  const range = document.createRange();
  const piecesOf = (node: Node): Piece[] => {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('option, script, style, title, desc')) return [];
    if (!isDrawn(element) || isForReaders(element)) return [];
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width }) => width > 0).map((box) => ({ element, text, box }));
  };
  /** The visible part of a box, within its scrolling and clipping ancestors. */
  const visiblePart = ({ element, box }: Piece): DOMRect => {
    const seen = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (const one of ancestors(element).filter((around) => getComputedStyle(around).overflowX !== 'visible')) {
      const edge = one.getBoundingClientRect();
      seen.left = Math.max(seen.left, edge.left);
      seen.right = Math.min(seen.right, edge.right);
      seen.top = Math.max(seen.top, edge.top);
      seen.bottom = Math.min(seen.bottom, edge.bottom);
    }
    return new DOMRect(seen.left, seen.top, Math.max(0, seen.right - seen.left), Math.max(0, seen.bottom - seen.top));
  };
  const findPieces = (): Piece[] => {
    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) pieces.push(...piecesOf(node));
    return pieces;
  };

  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const cuts = (one: Element, box: DOMRect): boolean => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const edge = one.getBoundingClientRect();
    const isOutside = box.right > edge.right + 1 || box.left < edge.left - 1;
    return (hides(overflowX) && isOutside) || (hides(overflowY) && box.bottom > edge.bottom + 3);
  };
  /** Cut by itself or by an ancestor that hides overflow and cannot be scrolled. */
  const isCut = ({ element, box }: Piece): boolean => {
    const around = ancestors(element);
    const scrolls = around.findIndex((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX));
    return around.slice(0, scrolls === -1 ? undefined : scrolls).some((one) => cuts(one, box));
  };

  /** The overlap of two boxes in pixels, in the smaller direction. */
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    );
  /** Lines of a paragraph may overlap by their leading. */
  const isOver = (one: Piece, other: Piece) => one.element !== other.element && overlap(one.box, other.box) > 4;
  const coveredBy = (one: Piece, below: readonly Piece[]): Piece[] => {
    const end = below.findIndex(({ box }) => box.top >= one.box.bottom);
    return below.slice(0, end === -1 ? undefined : end).filter((other) => isOver(one, other));
  };

  const isLine = (line: SVGGeometryElement): boolean => {
    const { stroke, fill } = getComputedStyle(line);
    const isIcon = (line.ownerSVGElement?.getBoundingClientRect().width ?? 0) < 40;
    const isOfAxis = line.closest('.recharts-cartesian-grid, .recharts-cartesian-axis') !== null;
    return !isIcon && !isOfAxis && (stroke !== 'none' || fill !== 'none') && isDrawn(line) && !floats(line);
  };
  /** Points along a drawn path, in window coordinates. */
  const pointsOf = (line: SVGGeometryElement): DOMPoint[] => {
    const matrix = line.getScreenCTM();
    const length = line.getTotalLength();
    if (!matrix) return [];
    return Array.from({ length: 100 }, (_, at) => line.getPointAtLength((length * at) / 99).matrixTransform(matrix));
  };
  const isInside = ({ x, y }: DOMPoint, { left, right, top, bottom }: DOMRect) =>
    x > left + 2 && x < right - 2 && y > top + 3 && y < bottom - 3;
  const textsOver = (line: SVGGeometryElement, pieces: readonly Piece[]): Piece[] => {
    const around = line.getBoundingClientRect();
    const near = pieces.filter(({ box }) => overlap(box, around) > 0);
    const points = near.length > 0 ? pointsOf(line) : [];
    return near.filter(({ box }) => points.some((point) => isInside(point, box)));
  };

  const pieces = findPieces();
  const still = pieces
    .filter(({ element }) => !floats(element))
    .map((piece) => ({ ...piece, box: visiblePart(piece) }))
    .toSorted((a, b) => a.box.top - b.box.top);
  const lines = [...root.querySelectorAll<SVGGeometryElement>('svg path, svg line')].filter(isLine);
  const short = ({ text }: Piece) => text.slice(0, 50);
  const faults = [
    ...pieces
      .filter((piece) => !piece.element.closest('[title], svg') && isCut(piece))
      .map((piece) => `cut off: ${short(piece)}`),
    ...still.flatMap((piece, at) =>
      coveredBy(piece, still.slice(at + 1)).map((other) => `over one another: ${short(piece)} / ${short(other)}`),
    ),
    ...lines.flatMap((line) => textsOver(line, still)).map((piece) => `over a line: ${short(piece)}`),
  ];
  return [...new Set(faults)];
}
