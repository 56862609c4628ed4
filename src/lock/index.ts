// "leasehound/lock": the plain lock alone, for bundles that need no other kind. The plain lock is the only kind so far, so
// this is all of "leasehound".
export * from "../index.ts";
