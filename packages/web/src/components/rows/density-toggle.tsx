import { Rows2, Rows4 } from 'lucide-react';
import { Segmented } from '../basics/segmented.tsx';
import type { Density } from './data-row.tsx';

interface DensityToggleProps {
  density: Density;
  onChange: (density: Density) => void;
}

/** Comfortable or compact rows. Small screens have a single layout. */
export const DensityToggle = ({ density, onChange }: DensityToggleProps) => (
  <div className="max-md:hidden">
    <Segmented
      label="Density"
      segments={[
        { id: 'comfortable', label: 'Comfortable', icon: <Rows2 aria-hidden="true" size={16} />, isIconOnly: true },
        { id: 'compact', label: 'Compact', icon: <Rows4 aria-hidden="true" size={16} />, isIconOnly: true },
      ]}
      selected={density}
      onSelect={onChange}
    />
  </div>
);
