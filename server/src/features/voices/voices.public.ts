// What other areas may use of voices.
export { findLatestConsent } from "./access/consent.repo.ts";
export { requireConsentFor } from "./access/consent.service.ts";
export { denialOf } from "./access/denial.ts";
export { findVoiceAccess, requireVoiceRole, voiceNotFound } from "./access/roles.service.ts";
export { listVoiceStatuses } from "./access/status.repo.ts";
export {
	createVoiceUseRecorder,
	getShippedVoice,
	getUsableVoice,
	mergeVoiceSettings,
	type RecordVoiceUse,
	type UsableVoice,
} from "./access/usable.service.ts";
export { createVoiceWatcher, type VoiceWatch, type VoiceWatcher } from "./access/watcher.service.ts";
export { findVoiceByName, getVoice } from "./catalog/catalog.service.ts";
export {
	type Condition,
	type ConditionKind,
	foldText,
	parseQuery,
	tokenize,
	wordPattern,
} from "./catalog/query.ts";
export { voiceFolder } from "./own/folder.ts";
export { getVoiceUsage, reserveVoiceEdit } from "./own/limits.service.ts";
export { presentSample, previewToken } from "./own/own.present.ts";
export {
	countVoices,
	findVoiceForCopy,
	insertFavorite,
	listFavorites,
	listVoiceIds,
	lockVoices,
	updateVoice,
} from "./own/own.repo.ts";
export { createVoice } from "./own/own.service.ts";
export { copyPreviews, savePreview } from "./own/previews.service.ts";
export { countFacets, recountFacets } from "./publication/facets.repo.ts";
export { cancelNotice } from "./publication/notice.service.ts";
export { reportToOwner } from "./publication/owner-report.service.ts";
export { findPublication, findPublications, type PublicationRow } from "./publication/publication.repo.ts";
export { withdrawVoice } from "./publication/publication.service.ts";
export { deleteSample } from "./samples/samples.service.ts";
export { findShippedPreview, type NewShippedVoice, saveShippedPreview } from "./shipped/shipped.repo.ts";
export {
	findVoiceForLanguage,
	listShippedLanguages,
	listShippedVoices,
	replaceShippedVoices,
} from "./shipped/shipped.service.ts";
export { featuredSpeakers } from "./shipped/try.service.ts";
export { resolveOpenaiVoice, resolveVoiceId, resolveVoiceIds } from "./shipped/vendor.service.ts";
