// The form of the text of a signed hold.

/** A version, the id of the key, the fields, and the signature. */
export const SIGNED_FORM: RegExp = /^(lha1\.([\w-]{8})\.([\w-]{1,3000}))\.([\w-]{43})$/;
