export { getProfile, isInternal, type Profile, setProbation, setProductUpdates } from "./account/profile.service.ts";
