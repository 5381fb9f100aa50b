/** Colours of one theme: those of packages/web/src/styles/tokens.css. */
const light =
  'color-scheme:light;--canvas:#f7f8fa;--surface:#fff;--hover:#f4f6f8;--line:#e3e7ed;--line-2:#cdd4de;--text:#11151c;--muted:#4b5563;--hint:#626c7a;--ink:#161b24;--on-ink:#fff;--accent:#2b50d8;--up-g:#1f9d70;--up-fg:#0a6243;--up-bg:#e2f6ec;--warn-g:#c27803;--warn-fg:#764800;--warn-bg:#fff2d9;--down-g:#b01425;--down-fg:#a8121f;--down-bg:#fdeaea;--none-g:#7c8794;--none-fg:#4b5563;--none-bg:#e9ecf0;--info-g:#4a63c8;--info-fg:#2f43a0;--info-bg:#ebf0fe;--shadow:0 1px 2px rgb(16 24 40/.04)';
const dark =
  'color-scheme:dark;--canvas:#0b0e13;--surface:#12161d;--hover:#1a202a;--line:#222934;--line-2:#323b49;--text:#e9edf3;--muted:#a3aebc;--hint:#8c97a6;--ink:#e9edf3;--on-ink:#0b0e13;--accent:#8ab0ff;--up-g:#4cc79a;--up-fg:#6fe0b2;--up-bg:#0f2b21;--warn-g:#f2b01e;--warn-fg:#ffc94d;--warn-bg:#332607;--down-g:#e5484d;--down-fg:#ff9b96;--down-bg:#371517;--none-g:#7d8998;--none-fg:#a3aebc;--none-bg:#232a34;--info-g:#8aa4ff;--info-fg:#b4c5ff;--info-bg:#172142;--shadow:none';

const tones = ['up', 'warn', 'down', 'info', 'none'];
/** Repeats a rule for each tone. */
const eachTone = (rule: (tone: string) => string): string => tones.map(rule).join('\n');

/** A font of the web app, when its files are known. */
const face = (file: string, range: string): string =>
  `@font-face{font-family:Geist;src:url(${file}) format("woff2");font-weight:100 900;font-display:swap;unicode-range:${range}}`;
const latin =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const latinExtended =
  'U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

/** `files`: those of the web app. Without its fonts the pages use the system font. */
export function fontFaces(files: readonly string[]): string {
  const find = (name: string): string | undefined => files.find((file) => file.includes(`/assets/${name}-`));
  const basic = find('geist-latin-wght-normal');
  const extended = find('geist-latin-ext-wght-normal');
  return `${basic ? face(basic, latin) : ''}${extended ? face(extended, latinExtended) : ''}`;
}

/** The style of the public pages of incidents, months and maintenance. */
export const pageStyle = `
@font-face{font-family:"Geist Fallback";src:local("Arial"),local("Liberation Sans"),local("DejaVu Sans");size-adjust:103.1%;ascent-override:97.5%;descent-override:28.6%;line-gap-override:0%}
:root{${light}}
:root[data-theme=dark]{${dark}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;overflow-y:scroll}
body{background:var(--canvas);color:var(--text);font:400 .875rem/1.25rem Geist,"Geist Fallback",ui-sans-serif,system-ui,sans-serif;font-feature-settings:"tnum" 1;-webkit-font-smoothing:antialiased}
h1{font-size:1.75rem;line-height:2.25rem;font-weight:600;letter-spacing:-.022em;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1.0625rem;line-height:1.5rem;font-weight:600;letter-spacing:-.006em}
h3{font-size:.9375rem;line-height:1.25rem;font-weight:600;letter-spacing:-.006em;overflow-wrap:anywhere}
a{color:inherit;text-decoration:none}ul,ol{padding:0;list-style:none}button{font:inherit;color:inherit}
a:focus-visible,summary:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.ic{width:16px;height:16px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}.ic.s{width:14px;height:14px}.ic.b{width:12px;height:12px;stroke-width:2.5}.ic.l{width:22px;height:22px;stroke-width:2.5}
.skip{position:absolute;left:8px;top:-60px;z-index:9;padding:8px 12px;border-radius:8px;background:var(--ink);color:var(--on-ink)}.skip:focus{top:8px}
.top{position:sticky;top:0;z-index:5;background:var(--surface);border-bottom:1px solid var(--line)}
.top>div{max-width:1024px;margin:auto;padding:0 32px;height:56px;display:flex;align-items:center;gap:28px}
.brand{display:flex;align-items:center;gap:9px;flex:1;min-width:0;min-height:44px;font-weight:600;font-size:1rem;letter-spacing:-.02em}.brand svg{flex:none}.brand span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.brand img{max-width:180px;max-height:44px}
.theme{display:inline-grid;place-items:center;width:32px;height:32px;border-radius:8px;border:0;background:none;color:var(--muted);cursor:pointer}.theme:hover{background:var(--hover);color:var(--text)}.theme[hidden],.theme path{display:none}.theme[data-choice=system] .c0,.theme[data-choice=light] .c1,.theme[data-choice=dark] .c2{display:block}
main{max-width:1024px;margin:auto;padding:28px 32px 64px}
.back{display:inline-flex;align-items:center;gap:4px;margin:4px 0 12px -3px;color:var(--muted);font-size:.8125rem}.back:hover{color:var(--text)}
.sub{margin-top:2px;color:var(--muted);overflow-wrap:anywhere}.sub a,.foot a{text-decoration:underline;text-decoration-color:var(--line-2);text-underline-offset:3px}.sub a:hover,.foot a:hover{text-decoration-color:currentColor}
.stack{display:grid;gap:16px;grid-template-columns:minmax(0,1fr);margin-top:20px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;box-shadow:var(--shadow);min-width:0;padding:18px 22px}
.ch{display:flex;align-items:center;justify-content:space-between;gap:12px;min-height:28px}.ch>span,.hint{font-size:.75rem;line-height:1rem;color:var(--hint)}
.tr{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}.nw{white-space:nowrap}.small{display:none}
.band{display:flex;align-items:center;gap:16px;min-height:78px;padding:18px 20px;border-radius:14px;border:1px solid}.band>.o{display:grid;place-items:center;width:40px;height:40px;border-radius:50%;color:var(--surface);flex:none}.band>div{flex:1;min-width:0;font-size:.8125rem}.band b{display:block;font-size:1.25rem;line-height:1.75rem;font-weight:600;letter-spacing:-.018em;overflow-wrap:anywhere}
${eachTone((tone) => `.band.${tone}{background:var(--${tone}-bg);border-color:color-mix(in srgb,var(--${tone}-g) 36%,transparent);color:var(--${tone}-fg)}.band.${tone}>.o{background:var(--${tone}-fg)}`)}
.band.none{background:var(--surface);border-color:var(--line-2);color:var(--text)}.band.none>div:not(.vf){color:var(--muted)}.band.none b{color:var(--text)}
.band>.vf{flex:none;text-align:right;white-space:nowrap}.vf b{font-size:.9375rem;line-height:1.5rem;letter-spacing:-.006em}.vf span{display:inline-flex;gap:6px;align-items:center}
.bd{display:inline-flex;align-items:center;gap:5px;height:22px;padding:0 8px 0 6px;border-radius:6px;font-size:.75rem;font-weight:550;white-space:nowrap}
${eachTone((tone) => `.bd.${tone}{color:var(--${tone}-fg);background:var(--${tone}-bg)}`)}
.bd.pl{background:none;padding:0;height:16px;font-weight:500}
.ps{display:block;overflow:visible;position:relative;z-index:1;forced-color-adjust:none}.ps path{fill:none;stroke-linecap:round;vector-effect:non-scaling-stroke}
${eachTone((tone) => `.ps .${tone}{stroke:var(--${tone}-g)}`)}
.prose{max-width:66ch;font-size:.9375rem;line-height:1.5rem;overflow-wrap:anywhere}.prose>*+*{margin-top:10px}.prose ul,.prose ol{list-style:disc;padding-left:20px}.prose ol{list-style:decimal}.prose li+li{margin-top:4px}.prose a{color:var(--accent);text-decoration:underline;text-underline-offset:2px}.prose strong{font-weight:600}.prose blockquote{padding-left:12px;border-left:3px solid var(--line-2)}.prose pre{overflow-x:auto;font-size:.8125rem}.prose hr{border:0;border-top:1px solid var(--line)}
.upds{padding-bottom:8px}.upd{margin-top:16px}.upd>li,.pm{position:relative;display:grid;grid-template-columns:84px 28px minmax(0,1fr);gap:0 16px}.upd>li{padding-bottom:22px}.w{padding-top:4px;text-align:right;font-size:.8125rem;line-height:1.25rem}.w time{font-weight:500}.w small{display:block;font-size:.75rem;line-height:1rem;color:var(--hint)}
.n{position:relative;z-index:1;display:grid;place-items:center;width:28px;height:28px;border-radius:50%;border:1px solid var(--line-2);background:var(--surface);color:var(--muted)}.n .ic{stroke-width:2}
${eachTone((tone) => `.n.${tone}{border-color:transparent;background:var(--${tone}-bg);color:var(--${tone}-fg)}`)}
.upd>li:not(:last-child)::after{content:"";position:absolute;left:113.5px;top:34px;bottom:6px;width:1px;background:var(--line-2)}
.upd h3{line-height:1.75rem}.upd h3 small{font-weight:400;font-size:.75rem;color:var(--hint);margin-left:8px;letter-spacing:0}.upd li+li .prose{color:var(--muted)}.pm h2{margin:2px 0 6px}
.tg{position:relative;margin-top:14px}.t3,.sv{display:grid;grid-template-columns:176px minmax(0,1fr) 64px;gap:0 24px;align-items:center}.sv{border-top:1px solid var(--line);min-height:64px;padding:8px 0}
.nm{min-width:0}.nm b{font-weight:500;display:block;margin-bottom:4px}.nm a:hover,.ur b a:hover,.in h3 a:hover,.sl a:hover{text-decoration:underline;text-underline-offset:3px}.dn{text-align:right;font-weight:500;font-size:.8125rem;line-height:1rem}.dn small{font-size:.75rem;font-weight:400;color:var(--hint);display:block}
.pb{position:relative;height:48px}.pb span{position:absolute;top:0;bottom:6px;font-size:.75rem;line-height:1rem;white-space:nowrap}.pb b{font-weight:550}.pb u{text-decoration:none;color:var(--muted);display:block}.pb span::after,.pk i{content:"";position:absolute;left:0;right:2px;bottom:0;height:8px;border-radius:3px;background:var(--f)}
.p0{--f:var(--none-bg)}.p1{--f:var(--none-g)}.p2{--f:repeating-linear-gradient(90deg,var(--none-g) 0 5px,color-mix(in srgb,var(--none-g) 45%,var(--surface)) 5px 7px)}.p3{--f:repeating-linear-gradient(135deg,color-mix(in srgb,var(--none-g) 70%,var(--surface)) 0 2.5px,color-mix(in srgb,var(--none-g) 18%,var(--surface)) 2.5px 5px)}
.pb em{position:absolute;bottom:-1px;margin-left:-11px;width:22px;height:22px;border-radius:50%;display:grid;place-items:center;background:var(--up-fg);color:var(--surface);border:2px solid var(--surface)}
.gl{position:absolute;left:200px;right:88px;top:50px;bottom:20px;pointer-events:none}.gl i{position:absolute;top:0;bottom:0;border-left:1px dashed var(--line-2)}
.ax{position:relative;height:20px;font-size:.6875rem;line-height:1rem;color:var(--hint);border-top:1px solid var(--line-2);padding-top:4px}.ax>*{position:absolute;transform:translateX(-50%);white-space:nowrap}.ax .e0{transform:none}.ax .e1{transform:translateX(-100%);color:var(--text);font-weight:500}
.pk{display:none;flex-wrap:wrap;gap:6px 16px;margin:8px 0 12px;font-size:.75rem;line-height:1rem}.pk li{position:relative;padding-left:22px}.pk i{right:auto;width:14px;bottom:4px}.pk b{font-weight:550}.pk span{color:var(--muted)}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:8px;height:36px;padding:0 14px;border-radius:8px;border:1px solid var(--line-2);background:var(--surface);font-weight:500;white-space:nowrap;box-shadow:var(--shadow)}.btn:hover{background:var(--hover)}.btn.p{background:var(--ink);border-color:var(--ink);color:var(--on-ink)}.btn.s{height:32px;padding:0 12px;font-size:.8125rem}.btn[aria-disabled]{color:var(--hint);background:none;box-shadow:none}
.mh{display:flex;align-items:flex-end;justify-content:space-between;gap:16px}.mn{display:flex;gap:8px}.mn.e{justify-content:flex-end;margin-top:8px}
.ur{display:grid;grid-template-columns:176px minmax(0,1fr) 88px 72px;gap:0 24px;align-items:center;min-height:42px;border-top:1px solid var(--line)}.ur.hd{border:0;min-height:22px;font-size:.75rem;color:var(--hint);text-align:right}.ur b{font-weight:500}.ur>:nth-child(3){text-align:right;font-size:.8125rem;color:var(--muted)}.ur>:nth-child(4){text-align:right;font-weight:600}.ur.hd>:nth-child(n){font-size:.75rem;font-weight:400;color:var(--hint)}
${eachTone((tone) => `.pc.${tone}{color:var(--${tone}-fg)}`)}
.dx{position:relative;height:16px;font-size:.6875rem;line-height:1rem}.dx span{position:absolute;transform:translateX(-50%)}
.kk{display:flex;flex-wrap:wrap;gap:6px 20px;padding-top:10px;margin-top:4px;border-top:1px solid var(--line);font-size:.75rem;line-height:1.125rem;color:var(--hint)}.kk li{display:inline-flex;gap:7px;align-items:center}.kk .ps{width:9px!important;margin:0!important}
.dy{display:grid;grid-template-columns:132px minmax(0,1fr);gap:0 20px;align-items:start}.dy>h2{font-size:.9375rem;line-height:1.25rem;padding-top:17px;position:sticky;top:56px}.dy>h2 small{display:block;font-size:.75rem;line-height:1rem;font-weight:400;color:var(--hint);letter-spacing:0}
.dc{padding:0}.dc>*{padding:14px 20px}.dc>*+*{border-top:1px solid var(--line)}.dc>ul{padding-block:7px}.in>.ih{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center}.in .f{margin:4px 0 6px;font-size:.8125rem;line-height:1.25rem;color:var(--muted)}.in .f:last-child{margin-bottom:0}.in p{max-width:66ch;overflow-wrap:anywhere}.in summary{margin-top:8px;font-size:.8125rem;color:var(--accent);font-weight:500;cursor:pointer;width:max-content;max-width:100%}.in details ul{margin-top:6px}
.ol{display:grid;grid-template-columns:64px minmax(0,1.15fr) minmax(0,1fr) 112px 104px 76px;gap:0 14px;align-items:center;min-height:36px;font-size:.8125rem}.ol .s b{font-weight:500}.ol .s span,.ol .wh{color:var(--hint)}.ol .c{color:var(--muted)}.ol .t{text-align:right;font-weight:500;white-space:nowrap}.ol .wh{font-size:.75rem;white-space:nowrap}.ol+.ol{margin-top:2px}
.more{font-size:.8125rem;line-height:1.25rem;color:var(--muted);padding-top:8px}
.tk{display:block;position:relative;height:18px;background:linear-gradient(var(--line-2),var(--line-2)) 0 50%/100% 1px no-repeat,repeating-linear-gradient(90deg,var(--line-2) 0 1px,transparent 1px calc(25% - .25px)) 0 50%/100% 5px no-repeat}.tk i{position:absolute;top:1px;height:16px;min-width:5px;border-radius:2px;box-shadow:0 0 0 2px var(--surface)}.tk .warn{background:var(--warn-g)}.tk .down{background:linear-gradient(var(--down-g) 0 6px,var(--surface) 6px 10px,var(--down-g) 10px)}
.qt{display:grid;grid-template-columns:132px minmax(0,1fr);gap:0 20px;font-size:.8125rem;color:var(--hint);padding:2px 0}.qt span{display:flex;gap:8px;align-items:center;padding-left:20px}.qt .ic{color:var(--up-fg)}.qt b{font-weight:500;color:var(--muted)}
.win{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:8px 40px;align-items:center}.win .k{font-size:.8125rem;line-height:1.125rem;color:var(--muted)}.win .v{font-size:.9375rem;line-height:2.25rem;font-weight:500;color:var(--muted);white-space:nowrap}.win .v time{font-size:1.75rem;font-weight:600;letter-spacing:-.03em;color:var(--text)}.win>:last-child:nth-child(2){grid-column:2/-1}
.pt{position:relative;height:44px;padding-top:8px}.pt .b{position:relative;height:10px;border-radius:5px;background:repeating-linear-gradient(135deg,var(--info-bg) 0 4px,color-mix(in srgb,var(--info-g) 34%,var(--surface)) 4px 6px);overflow:hidden}.pt .b i{position:absolute;inset:0 auto 0 0;background:var(--info-g)}.pt .l{display:flex;justify-content:space-between;margin-top:8px;font-size:.75rem;line-height:1rem;color:var(--hint)}.pt .m{position:absolute;top:3px;width:2px;height:20px;margin-left:-1px;border-radius:1px;background:var(--text);box-shadow:0 0 0 2px var(--surface)}.pt .ml{position:absolute;top:26px;transform:translateX(-50%);font-size:.75rem;line-height:1rem;font-weight:550}
.tw{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:16px}.tw>:only-child{grid-column:1/-1}.tw h2{margin-bottom:6px}.tw .prose{font-size:.875rem;line-height:1.375rem}.sl li{display:grid;grid-template-columns:112px minmax(0,1fr) auto;gap:16px;align-items:center;min-height:44px;border-top:1px solid var(--line)}.sl li:first-child{border:0}.sl b{font-weight:500}
.links{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:center;padding-top:28px;font-size:.8125rem}.links a{display:inline-flex;gap:6px;align-items:center;min-height:24px;color:var(--accent);font-weight:500}.links a:hover{text-decoration:underline}
.foot{text-align:center;color:var(--hint);padding:16px 0 0;font-size:.8125rem;line-height:1.375rem}
.lang{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px;margin-top:28px;font-size:.75rem;color:var(--muted)}.lang a{min-height:24px;display:inline-flex;align-items:center;text-decoration:underline;text-decoration-color:var(--line-2);text-underline-offset:3px}.lang [aria-current]{color:var(--text);font-weight:550;text-decoration:none}
@media(max-width:1100px){.top>div,main{padding-inline:20px}}
@media(max-width:1000px){.tw{grid-template-columns:minmax(0,1fr)}.ur .ps path{stroke-width:6px}.ur .ps .none{stroke-width:3px}.ol{grid-template-columns:auto minmax(0,1fr) auto;gap:2px 10px;padding:8px 0}.ol+.ol{border-top:1px solid var(--line)}.ol .c{grid-column:1/3;grid-row:2}.ol .wh{grid-column:3;grid-row:2;text-align:right}.ol .t{grid-column:3;grid-row:1}.ol .k{grid-column:1/-1;grid-row:3}}
@media(max-width:767px){
.top>div{padding:0 16px}.theme{width:44px;height:44px}main{padding:20px 16px 40px}.small{display:revert}h1{font-size:1.5rem;line-height:2rem}.back{min-height:32px;margin-bottom:4px}
.card{padding:16px}.band{padding:14px 16px;gap:12px}.band b{font-size:1.0625rem;line-height:1.5rem}.band>.vf{display:none}.ch{flex-direction:column;align-items:flex-start;gap:2px;margin-bottom:10px}
.links{flex-direction:column;gap:0;align-items:stretch;padding-top:16px}.links a{min-height:44px;border-top:1px solid var(--line)}.links a:first-child{border:0}.lang a{min-height:32px}
.upds{padding-bottom:4px}.upd>li,.pm{grid-template-columns:28px minmax(0,1fr);gap:0 12px}.w{grid-column:2;grid-row:1;text-align:left;padding:0}.w small{display:inline;margin-left:6px}.n{grid-column:1;grid-row:1/3}.c{grid-column:2;grid-row:2}.upd>li:not(:last-child)::after{left:13.5px}.upd h3{line-height:1.5rem}
.nm b{margin:0}.nm b a,.ur b a,.sl b a{display:inline-block;padding:4px 0}.t3>.nm,.t3>.e,.gl,.pb u,.pb b{display:none}.pb{height:20px}.pk{display:flex}.t3,.sv{grid-template-columns:minmax(0,1fr) auto;gap:8px 12px}.sv{grid-auto-flow:dense;padding:10px 0 14px}.pb,.ax,.st{grid-column:1/-1}.sv .ps path{stroke-width:3px}
.btn{height:44px}.btn.s{height:40px}.mh{flex-direction:column;align-items:stretch}.mn .btn{flex:1}.ur{grid-template-columns:minmax(0,1fr) auto auto;gap:6px 12px;padding:10px 0 12px}.ur>:nth-child(2){grid-column:1/-1;order:4}.ur.hd{display:none}.in summary{padding:12px 0;margin:0}
.dy,.qt{grid-template-columns:minmax(0,1fr);gap:6px}.dy>h2{position:static;padding-top:8px;display:flex;gap:8px;align-items:baseline}.dc{padding:0}.dc>*{padding:14px 16px}.qt{padding:4px 0}.qt span{padding:0}
.win{grid-template-columns:minmax(0,1fr);gap:14px}.win>:last-child:nth-child(2){grid-column:auto}.win .btn{width:100%}.sl li{grid-template-columns:minmax(0,1fr) auto;gap:6px 12px;padding:10px 0}.sl .st{grid-column:1/-1;order:2}.sl .ps path{stroke-width:4px}}
@media print{*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{background:#fff;font-size:10pt}.top{position:static}.theme,.np,.skip{display:none!important}main{padding:12px 0;max-width:none}.card,.band,.upd>li{break-inside:avoid;box-shadow:none}.dy>h2{position:static}details::details-content{content-visibility:visible;display:block}}
`.trim();
