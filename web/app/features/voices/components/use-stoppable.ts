import { type RefObject, useRef } from "react";

type Stoppable = {
	/** For the call that is made now. */
	signal: () => AbortSignal;
	stop: () => void;
	/** What began it, to go back to when it is stopped. */
	begin: RefObject<HTMLButtonElement | null>;
};

/** A call that takes long and can be given up. */
export function useStoppable(): Stoppable {
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
	return { signal, stop, begin };
}
