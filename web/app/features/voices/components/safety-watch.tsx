import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { warn } from "../../../lib/log.ts";
import { featuresQuery } from "../../history/history.features.public.ts";
import { voicesQuery } from "../voices.public.tsx";
import { isMakingClone, newlyControlled } from "./safety-turns.ts";

const SafetyDialog = lazyPart(async () => (await import("./safety-dialogs.tsx")).SafetyDialog);

/** Sees in the list of voices, as pages have asked for it, that one has come under a control, and opens its dialog; one after the other. */
export function SafetyWatch({ kept }: { kept: Voice[] | undefined }) {
	const queryClient = useQueryClient();
	const { data: voices } = useQuery({ ...voicesQuery, enabled: false });
	const { pathname, search } = useLocation();
	const [waiting, setWaiting] = useState<Voice[]>([]);
	// What was kept from an earlier visit was seen then; without it, the list that comes first is what later ones are compared with.
	const seen = useRef(kept);
	const makingClone = isMakingClone(pathname, search);
	useEffect(() => {
		if (voices === seen.current) return;
		const turned = voices ? newlyControlled(seen.current, voices) : [];
		seen.current = voices;
		const still = (voice: Voice) =>
			voices?.some((now) => now.voice_id === voice.voice_id && now.safety_control === voice.safety_control);
		setWaiting((before) => before.filter(still));
		const open = (opening: Voice[]) => setWaiting((before) => [...before, ...opening]);
		const blocked = turned.filter((voice) => voice.safety_control === "BAN");
		const toConfirm = turned.filter((voice) => voice.safety_control === "CAPTCHA");
		if (blocked.length > 0) open(blocked);
		if (toConfirm.length === 0) return;
		if (!makingClone) return open(toConfirm);
		queryClient
			.fetchQuery(featuresQuery)
			.then((features) => !features.clone_captcha_waits && open(toConfirm))
			.catch((error: unknown) => warn("It is not known what this server has switched on", error));
	}, [voices, makingClone, queryClient]);
	const [first] = waiting;
	if (!first) return null;
	return (
		<Suspense fallback={null}>
			<SafetyDialog
				key={`${first.voice_id} ${first.safety_control}`}
				voice={first}
				onClose={() => setWaiting((before) => before.filter((voice) => voice !== first))}
			/>
		</Suspense>
	);
}
