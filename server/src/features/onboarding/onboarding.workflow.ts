import type { ChecklistItemId } from "@timbre/contract/onboarding/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { EventName, PublishedEvent, Subscriber } from "../../core/events/events.ts";
import { completeItem } from "./onboarding.service.ts";

/** The checklist item each event completes. */
const itemOf: { [Name in EventName]?: (data: Extract<PublishedEvent, { name: Name }>["data"]) => ChecklistItemId } = {
	speech_generation_started: ({ task }) =>
		task === "text-to-speech" ? "generate_text_to_speech" : "generate_speech_to_speech",
	voice_added_from_library_to_voice_lab: () => "add_voice_to_voice_lab",
	voice_design_created: () => "design_voice",
	dub_created: () => "create_dub",
	affiliate_link_generated: () => "join_affiliate",
	api_key_unhidden: () => "generate_api_key",
};

/** Completes checklist items from product events. */
export function checklistSubscriber(db: Database): Subscriber {
	return {
		name: "onboarding checklist",
		events: Object.keys(itemOf) as EventName[],
		handle: (event) => {
			const itemId = (itemOf[event.name] as (data: unknown) => ChecklistItemId)(event.data);
			return db.transaction().execute((tx) => completeItem(tx, event, itemId));
		},
	};
}
