import { createElement, type FC, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height, in pixels or any unit of CSS. */
  size?: number | string;
  /** Width of the line, of 24 for the whole icon. */
  stroke?: number | string;
}

/** An icon from what is to be drawn within 24 by 24: the data of an SVG path. It has the colour of the text around it. */
export function icon(lines: string): FC<IconProps> {
  return function Icon({ color = 'currentColor', size = 24, stroke = 2, ...rest }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth: stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      createElement('path', { d: lines }),
    );
  };
}
