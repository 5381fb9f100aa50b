import { WebsiteFigures } from './website-figures.tsx';
import { WebsiteSwitch } from './website-switch.tsx';

interface WebsitePastProps {
  id: number;
  name: string;
}

/** Parts of the page header that load later, in one chunk. */
export const WebsitePast = ({ id, name }: WebsitePastProps) => (
  <>
    <div className="col-start-2 row-start-1 size-8 self-start pointer-coarse:size-11">
      <WebsiteSwitch id={id} />
    </div>
    <div className="h-10 w-124 max-md:hidden md:max-lg:col-span-4 md:max-lg:col-start-1 md:max-lg:row-start-3 lg:col-start-4 lg:row-span-2 lg:row-start-1 lg:mr-7">
      <WebsiteFigures id={id} name={name} />
    </div>
  </>
);
