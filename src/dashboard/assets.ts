// Generated from src/dashboard/browser by `npm run build`. Do not edit.

/** A file that the page loads. Its name has a digest of its content. */
export interface Asset {
  readonly file: string;
  readonly type: string;
  readonly body: string;
}

export const ASSETS: Record<"script" | "style" | "icon", Asset> = {
  script: {
    file: "page-9d96350e6858.js",
    type: "text/javascript; charset=utf-8",
    body: "/*! uPlot 1.6.32, MIT, Copyright (c) 2022 Leon Sorokin, https://github.com/leeoniya/uPlot */\n",
  },
  style: {
    file: "page-cddac48bd064.css",
    type: "text/css; charset=utf-8",
    body: "/*! uPlot 1.6.32, MIT, Copyright (c) 2022 Leon Sorokin, https://github.com/leeoniya/uPlot */\n.uplot,.uplot *,.uplot *:before,.uplot *:after{box-sizing:border-box}.uplot{font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,Noto Sans,sans-serif,\"Apple Color Emoji\",\"Segoe UI Emoji\",Segoe UI Symbol,\"Noto Color Emoji\";line-height:1.5;width:min-content}.u-title{text-align:center;font-size:18px;font-weight:700}.u-wrap{position:relative;-webkit-user-select:none;user-select:none}.u-over,.u-under{position:absolute}.u-under{overflow:hidden}.uplot canvas{display:block;position:relative;width:100%;height:100%}.u-axis{position:absolute}.u-legend{font-size:14px;margin:auto;text-align:center}.u-inline{display:block}.u-inline *{display:inline-block}.u-inline tr{margin-right:16px}.u-legend th{font-weight:600}.u-legend th>*{vertical-align:middle;display:inline-block}.u-legend .u-marker{width:1em;height:1em;margin-right:4px;background-clip:padding-box!important}.u-inline.u-live th:after{content:\":\";vertical-align:middle}.u-inline:not(.u-live) .u-value{display:none}.u-series>*{padding:4px}.u-series th{cursor:pointer}.u-legend .u-off>*{opacity:.3}.u-select{background:#00000012;position:absolute;pointer-events:none}.u-cursor-x,.u-cursor-y{position:absolute;left:0;top:0;pointer-events:none;will-change:transform}.u-hz .u-cursor-x,.u-vt .u-cursor-y{height:100%;border-right:1px dashed #607D8B}.u-hz .u-cursor-y,.u-vt .u-cursor-x{width:100%;border-bottom:1px dashed #607D8B}.u-cursor-pt{position:absolute;top:0;left:0;border-radius:50%;border:0 solid;pointer-events:none;will-change:transform;background-clip:padding-box!important}.u-axis.u-off,.u-select.u-off,.u-cursor-x.u-off,.u-cursor-y.u-off,.u-cursor-pt.u-off{display:none}:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:0 1rem}\n",
  },
  icon: {
    file: "icon-25641758e573.svg",
    type: "image/svg+xml",
    body: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><title>leasehound</title><path fill=\"#7a4b00\" d=\"M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z\"/></svg>\n",
  },
};
