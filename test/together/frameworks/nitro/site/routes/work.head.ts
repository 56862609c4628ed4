// Nitro passes a HEAD to no other handler.
export { default } from "./work.get";
