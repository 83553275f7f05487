// The system calls that a confined process may still make, by processor architecture: those of memory, threads, time and
// files that are already open. Invariant: none takes a path, an address or another process.

type Table = {
	audit: number;
	allowed: readonly number[];
	clone: number;
	clone3: number;
	prctl: number;
	ioUringSetup: number;
};

const x64: Table = {
	audit: 0xc000003e,
	clone: 56,
	clone3: 435,
	prctl: 157,
	ioUringSetup: 425,
	allowed: [
		0,
		1,
		3,
		5,
		7,
		8,
		17,
		18,
		19,
		20,
		72,
		295,
		296, // read write close fstat poll lseek pread pwrite readv writev fcntl preadv pwritev
		9,
		10,
		11,
		12,
		25,
		28,
		329, // mmap mprotect munmap brk mremap madvise pkey_mprotect
		13,
		14,
		15,
		131,
		234, // signals of its own threads
		24,
		186,
		202,
		203,
		204,
		273,
		309,
		324,
		334,
		449, // sched_yield gettid futex affinity robust_list getcpu membarrier rseq futex_waitv
		35,
		96,
		98,
		99,
		100,
		228,
		229,
		230, // clocks, sleep, resource usage
		39,
		60,
		63,
		231,
		318, // getpid exit uname exit_group getrandom
		232,
		233,
		271,
		281,
		290,
		441, // epoll, ppoll, eventfd
	],
};

const arm64: Table = {
	audit: 0xc00000b7,
	clone: 220,
	clone3: 435,
	prctl: 167,
	ioUringSetup: 425,
	allowed: [
		63, 64, 57, 80, 62, 67, 68, 65, 66, 25, 69, 70, 222, 226, 215, 214, 216, 233, 288, 134, 135, 139, 132, 131, 124,
		178, 98, 122, 123, 99, 168, 283, 293, 449, 101, 169, 165, 179, 153, 113, 114, 115, 172, 93, 160, 94, 278, 22, 21,
		73, 19, 441,
	],
};

const tables: Partial<Record<string, Table>> = { x64, arm64 };

export const syscallsOf = (arch: string): Table | undefined => tables[arch];
