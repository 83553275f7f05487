import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { warn } from "../../../../lib/log.ts";
import { lazyPart } from "../../../../lib/page/lazy-part.ts";
import { featuresQuery } from "../../../history/history.features.public.ts";
import { voicesQuery } from "../../../voices/voices.public.ts";
import { isCloningPage, newlyControlled } from "../model/safety-changes.ts";

const SafetyDialog = lazyPart(async () => (await import("./safety-dialogs.tsx")).SafetyDialog);

/** Watches the cached list of voices and opens a dialog for each voice that got a safety control, one at a time. */
export function SafetyWatch({ cached }: { cached: Voice[] | undefined }) {
	const queryClient = useQueryClient();
	const { data: voices } = useQuery({ ...voicesQuery, enabled: false });
	const { pathname, search } = useLocation();
	const [waiting, setWaiting] = useState<Voice[]>([]);
	// Compare with the list cached from the last visit; without one, the first list is the baseline.
	const seen = useRef(cached);
	const onCloningPage = isCloningPage(pathname, search);
	useEffect(() => {
		if (voices === seen.current) return;
		const controlled = voices ? newlyControlled(seen.current, voices) : [];
		seen.current = voices;
		const still = (voice: Voice) =>
			voices?.some((now) => now.voice_id === voice.voice_id && now.safety_control === voice.safety_control);
		setWaiting((before) => before.filter(still));
		const open = (opening: Voice[]) => setWaiting((before) => [...before, ...opening]);
		const blocked = controlled.filter((voice) => voice.safety_control === "BAN");
		const toConfirm = controlled.filter((voice) => voice.safety_control === "CAPTCHA");
		if (blocked.length > 0) open(blocked);
		if (toConfirm.length === 0) return;
		if (!onCloningPage) return open(toConfirm);
		queryClient
			.fetchQuery(featuresQuery)
			.then((features) => !features.clone_captcha_waits && open(toConfirm))
			.catch((error: unknown) => warn("Couldn't load the server's features", error));
	}, [voices, onCloningPage, queryClient]);
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
