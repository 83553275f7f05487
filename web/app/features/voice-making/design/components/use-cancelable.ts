import { type RefObject, useRef } from "react";

type Cancelable = {
	/** Returns the signal for a new request. */
	signal: () => AbortSignal;
	stop: () => void;
	/** The button that started the request; gets focus back when it is stopped. */
	triggerRef: RefObject<HTMLButtonElement | null>;
};

/** A long request that the user can cancel. */
export function useCancelable(): Cancelable {
	const running = useRef(new AbortController());
	const begin = useRef<HTMLButtonElement>(null);
	const signal = () => {
		running.current = new AbortController();
		return running.current.signal;
	};
	const stop = () => {
		running.current.abort();
		begin.current?.focus();
	};
	return { signal, stop, triggerRef: begin };
}
