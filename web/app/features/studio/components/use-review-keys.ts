import { type RefObject, useEffect, useRef } from "react";
import type { KeyPlace } from "../model/review-keys.ts";

type ListAction = { do: string };

/** Listens for the keys of a list while it is shown. `act` returns whether it did something. */
export function useReviewKeys<Action extends ListAction>(
	region: RefObject<HTMLElement | null>,
	resolve: (press: KeyboardEvent, where: KeyPlace) => Action | null,
	act: (action: Action) => boolean,
): void {
	const latest = useRef({ resolve, act });
	latest.current = { resolve, act };
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.defaultPrevented) return;
			const target = event.target instanceof Element ? event.target : null;
			const action = latest.current.resolve(event, {
				isWithin: (selector) => target?.closest(selector) != null,
				inReview: target !== null && region.current?.contains(target) === true,
			});
			// A key that is held down must not decide about one item after another.
			if (!action || (event.repeat && action.do !== "move")) return;
			if (latest.current.act(action)) event.preventDefault();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [region]);
}
