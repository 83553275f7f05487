import { type RefObject, useEffect, useRef } from "react";
import { type ReviewAction, resolveReviewKey } from "../model/review-keys.ts";

/** Listens for the keys of the review while it is shown. `act` returns whether it did something. */
export function useReviewKeys(region: RefObject<HTMLElement | null>, act: (action: ReviewAction) => boolean): void {
	const latest = useRef(act);
	latest.current = act;
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.defaultPrevented) return;
			const target = event.target instanceof Element ? event.target : null;
			const action = resolveReviewKey(event, {
				isWithin: (selector) => target?.closest(selector) != null,
				inReview: target !== null && region.current?.contains(target) === true,
			});
			// A key that is held down must not assign one line after another.
			if (!action || (event.repeat && action.do !== "move")) return;
			if (latest.current(action)) event.preventDefault();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [region]);
}
