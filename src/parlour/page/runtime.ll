; What Numba's runtime gives natively, for WebAssembly: memory in sizes of powers of two, taken from the top of linear
; memory and given back to a list by size. There is one thread, so nothing is locked.

; The places that were given back, by the power of two.
@given = internal global [32 x ptr] zeroinitializer
; Where fresh memory begins, and where linear memory ends; both 0 until the first is taken.
@fresh = internal global i32 0
@limit = internal global i32 0
; How many places are in use, for tests.
@live = internal global i32 0

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare double @llvm.sqrt.f64(double)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.trap() noreturn
declare void @parlour_host_fault(i32)

; Memory that is never given back, in steps of 16 bytes. Without more of it the module stops.
define ptr @parlour_take(i32 %bytes) noinline {
  %known = load i32, ptr @limit
  %first = icmp eq i32 %known, 0
  br i1 %first, label %begin, label %ready
begin:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %all = shl i32 %pages, 16
  store i32 %all, ptr @fresh
  store i32 %all, ptr @limit
  br label %ready
ready:
  %at = load i32, ptr @fresh
  %rounded = add i32 %bytes, 15
  %whole = and i32 %rounded, -16
  %end = add i32 %at, %whole
  %wraps = icmp ult i32 %end, %at
  br i1 %wraps, label %none, label %fits
fits:
  %have = load i32, ptr @limit
  %enough = icmp ule i32 %end, %have
  br i1 %enough, label %done, label %grow
grow:
  %missing = sub i32 %end, %have
  %up = add i32 %missing, 65535
  %more = lshr i32 %up, 16
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %refused = icmp eq i32 %got, -1
  br i1 %refused, label %none, label %grown
grown:
  %bytes_more = shl i32 %more, 16
  %now = add i32 %have, %bytes_more
  store i32 %now, ptr @limit
  br label %done
done:
  store i32 %end, ptr @fresh
  %place = inttoptr i32 %at to ptr
  ret ptr %place
none:
  call void @llvm.trap()
  unreachable
}

; One MemInfo: { i64 refct, ptr dtor, ptr info, ptr data, i64 size }, with the power of two 16 bytes before it.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {
  %short = trunc i64 %size to i32
  %with = add i32 %short, %align
  %bytes = add i32 %with, 48
  %less = sub i32 %bytes, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 false)
  %power = sub i32 32, %zeros
  %list = getelementptr [32 x ptr], ptr @given, i32 0, i32 %power
  %found = load ptr, ptr %list
  %empty = icmp eq ptr %found, null
  br i1 %empty, label %fresh, label %again
fresh:
  %room = shl i32 1, %power
  %new = call ptr @parlour_take(i32 %room)
  br label %have
again:
  %next = load ptr, ptr %found
  store ptr %next, ptr %list
  br label %have
have:
  %block = phi ptr [ %new, %fresh ], [ %found, %again ]
  store i32 %power, ptr %block
  %info = getelementptr i8, ptr %block, i32 16
  %start = ptrtoint ptr %info to i32
  %behind = add i32 %start, 32
  %one = call i32 @parlour_at_least_one(i32 %align)
  %over = add i32 %behind, %one
  %last = sub i32 %over, 1
  %rest = urem i32 %last, %one
  %at = sub i32 %last, %rest
  %data = inttoptr i32 %at to ptr
  store i64 1, ptr %info
  %dtor = getelementptr i8, ptr %info, i32 8
  store i64 0, ptr %dtor
  %data_place = getelementptr i8, ptr %info, i32 16
  store ptr %data, ptr %data_place
  %size_place = getelementptr i8, ptr %info, i32 24
  store i64 %size, ptr %size_place
  %count = load i32, ptr @live
  %more = add i32 %count, 1
  store i32 %more, ptr @live
  ret ptr %info
}

define internal i32 @parlour_at_least_one(i32 %n) {
  %zero = icmp eq i32 %n, 0
  %found = select i1 %zero, i32 1, i32 %n
  ret i32 %found
}

define void @NRT_MemInfo_call_dtor(ptr %info) noinline {
  %block = getelementptr i8, ptr %info, i32 -16
  %power = load i32, ptr %block
  %list = getelementptr [32 x ptr], ptr @given, i32 0, i32 %power
  %head = load ptr, ptr %list
  store ptr %head, ptr %block
  store ptr %block, ptr %list
  %count = load i32, ptr @live
  %less = sub i32 %count, 1
  store i32 %less, ptr @live
  ret void
}

define ptr @NRT_MemInfo_data_fast(ptr %info) {
  %place = getelementptr i8, ptr %info, i32 16
  %data = load ptr, ptr %place
  ret ptr %data
}

declare void @NRT_decref(ptr)

define void @parlour_release(ptr %info) {
  call void @NRT_decref(ptr %info)
  ret void
}

define i32 @parlour_live() {
  %count = load i32, ptr @live
  ret i32 %count
}

define double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}

; A rule that fails ends the call; the host is told with what number.
define void @parlour_fault(i32 %code) noinline {
  call void @parlour_host_fault(i32 %code)
  call void @llvm.trap()
  unreachable
}
